import { expect, test } from "vitest";
import { aSession, FakeConnection } from "./support/fake-connection.ts";
import { attachTerminal } from "./terminal-stream.ts";

function attach(request: Parameters<typeof attachTerminal>[1]) {
  const connection = new FakeConnection();
  const heard: unknown[] = [];
  const stream = attachTerminal(connection, request, {
    frame: (frame) => heard.push(frame.type),
    bytes: (bytes) => heard.push([...bytes]),
    closed: ({ reason }) => heard.push(reason),
  });
  return { stream, heard, socket: connection.last };
}

test("says in the address how large it is and whether it claims that", () => {
  expect(attach({ id: "i d", cols: 80, rows: 24, claim: false }).socket.path).toBe(
    "/api/sessions/i%20d/attach?cols=80&rows=24&claim=false",
  );
  expect(attach({ id: "x" }).socket.path).toBe("/api/sessions/x/attach");
});

test("passes bytes and frames on in their order", () => {
  const { heard, socket } = attach({ id: "x" });
  const { daemon } = socket;
  daemon.message(JSON.stringify({ type: "attached", session: aSession(), cols: 80, rows: 24 }));
  daemon.message(new Uint8Array([27, 91]));
  daemon.message('{"type":"live"}');
  daemon.message(new Uint8Array([65]));
  daemon.message('{"type":"from_the_future"}');
  daemon.message("not json");
  daemon.message('{"type":"ended","exit":null}');
  daemon.closed({ code: 1000, reason: "over" });
  expect(heard).toEqual(["attached", [27, 91], "live", [65], "ended", "over"]);
});

test("keeps what is typed before the socket opens, in order", () => {
  const { stream, socket } = attach({ id: "x" });
  stream.input(new Uint8Array([1]));
  stream.resize(100, 30);
  expect(socket.sent).toEqual([]);
  socket.daemon.opened();
  stream.paste("a\nb");
  stream.focus(true);
  stream.acknowledge(70_000);
  expect(socket.sent).toEqual([
    new Uint8Array([1]),
    '{"type":"resize","cols":100,"rows":30}',
    '{"type":"paste","text":"a\\nb"}',
    '{"type":"focus","focused":true}',
    '{"type":"ack","bytes":70000}',
  ]);
});
