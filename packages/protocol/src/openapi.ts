import * as z from "zod";
import { ApiError } from "./error-codes.ts";
import { routes } from "./routes.ts";
import type { Route } from "./routes/route.ts";

type Json = Record<string, unknown>;

/** The schemas that others refer to, by name: in a document they have one common place. */
type Shared = Map<string, Json>;

/** A schema as JSON Schema. What it refers to in itself (recursion) moves to `shared`. */
function schemaOf(schema: z.ZodType, io: "input" | "output", shared: Shared): Json {
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  let text = JSON.stringify(rest);
  for (const [name, definition] of Object.entries($defs)) {
    const local = `"#/$defs/${name}"`;
    const withName = (as: string): Json =>
      JSON.parse(JSON.stringify(definition).replaceAll(local, reference(as))) as Json;
    let as = "Value";
    for (let n = 2; shared.has(as) && !same(shared.get(as), withName(as)); n += 1) as = `Value${n}`;
    shared.set(as, withName(as));
    text = text.replaceAll(local, reference(as));
  }
  return JSON.parse(text) as Json;
}

const reference = (name: string): string => `"#/components/schemas/${name}"`;

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function parametersOf(route: Route, shared: Shared): Json[] {
  const places = [
    ["path", route.params],
    ["query", route.query],
  ] as const;
  return places.flatMap(([place, schema]) => {
    if (schema === undefined) return [];
    const { properties = {}, required = [] } = schemaOf(schema, "input", shared) as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === "path" || required.includes(name),
      schema: property,
    }));
  });
}

function operationOf(name: string, route: Route, shared: Shared): Json {
  const json = (schema: Json): Json => ({ content: { "application/json": { schema } } });
  const parameters = parametersOf(route, shared);
  return {
    operationId: name,
    summary: route.summary,
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: { required: true, ...json(schemaOf(route.body, "input", shared)) },
    }),
    ...(route.access === "public" && { security: [] }),
    ...(route.errors.length > 0 && { "x-error-codes": route.errors }),
    responses: {
      [route.status]: {
        description: route.status === 204 ? "Done" : "The answer",
        ...(route.response && json(schemaOf(route.response, "output", shared))),
      },
      default: {
        description: "Refused or failed",
        ...json({ $ref: "#/components/schemas/Error" }),
      },
    },
  };
}

/** The contract of the HTTP calls as an OpenAPI 3.1 document, made from the schemas themselves. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  const shared: Shared = new Map();
  for (const [name, route] of Object.entries(routes)) {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: operationOf(name, route, shared),
    };
  }
  const error = schemaOf(ApiError, "output", shared);
  return {
    openapi: "3.1.0",
    info: { title: "maestro", version },
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: { Error: error, ...Object.fromEntries(shared) },
    },
  };
}
