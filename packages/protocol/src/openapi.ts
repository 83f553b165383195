import * as z from "zod";
import { ApiError } from "./error-codes.ts";
import { type Route, routes } from "./routes.ts";

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
};

function parametersOf(route: Route): Json[] {
  const places = [
    ["path", route.params],
    ["query", route.query],
  ] as const;
  return places.flatMap(([place, schema]) => {
    if (schema === undefined) return [];
    const { properties = {}, required = [] } = schemaOf(schema, "input") as {
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

function operationOf(name: string, route: Route): Json {
  const json = (schema: Json): Json => ({ content: { "application/json": { schema } } });
  const parameters = parametersOf(route);
  return {
    operationId: name,
    summary: route.summary,
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: { required: true, ...json(schemaOf(route.body, "input")) } }),
    ...(route.access === "public" && { security: [] }),
    ...(route.errors.length > 0 && { "x-error-codes": route.errors }),
    responses: {
      [route.status]: {
        description: route.status === 204 ? "Done" : "The answer",
        ...(route.response && json(schemaOf(route.response, "output"))),
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
  for (const [name, route] of Object.entries(routes)) {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "maestro", version },
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: { Error: schemaOf(ApiError, "output") },
    },
  };
}
