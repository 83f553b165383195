/**
 * The plugin that opencode loads for the time of one session. It passes on what the adapter
 * understands and drops the rest at the source, since opencode tells of every piece of an answer.
 * An opencode that another one starts finds the mark of its parent, and says nothing.
 */
export const OPENCODE_PLUGIN = `const env = process.env;
const nested = env.MAESTRO_OPENCODE_PID !== undefined && env.MAESTRO_OPENCODE_PID !== String(process.pid);
if (!nested) env.MAESTRO_OPENCODE_PID = String(process.pid);

const told = /^(?:session\\.(?:created|status|idle|error)|permission\\.(?:v2\\.)?(?:asked|updated|replied)|question\\.(?:v2\\.)?(?:asked|replied|rejected))$/;
const parents = new Map();
let last = Promise.resolve();

const rootOf = (id) => {
  let at = id;
  for (let step = 0; parents.has(at) && step < 50; step++) at = parents.get(at);
  return at;
};

const send = (payload) => {
  const url = env.MAESTRO_URL + "/api/sessions/" + env.MAESTRO_SESSION_ID + "/hooks/opencode";
  const headers = { "content-type": "application/json", authorization: "Bearer " + env.MAESTRO_TICKET };
  // One behind the other, so that they arrive in order; nobody waits for them.
  last = last
    .then(() => fetch(url, { method: "POST", headers, body: JSON.stringify(payload), signal: AbortSignal.timeout(1000) }))
    .catch(() => {});
};

export const Maestro = async () => {
  if (nested || !env.MAESTRO_URL || !env.MAESTRO_SESSION_ID || !env.MAESTRO_TICKET) return {};
  return {
    event: async ({ event }) => {
      try {
        if (!told.test(event.type)) return;
        const properties = event.properties ?? {};
        const info = properties.info;
        if (event.type === "session.created" && info?.parentID) parents.set(info.id, info.parentID);
        const id = properties.sessionID ?? info?.id;
        send({ type: event.type, properties, root: rootOf(id), child: parents.has(id) });
      } catch {}
    },
    "chat.message": async (input, output) => {
      try {
        const id = input.sessionID ?? output.message?.sessionID;
        const parts = (output.parts ?? []).filter((part) => part.type === "text" && !part.synthetic);
        const text = parts.map((part) => part.text).join("\\n").slice(0, 100000);
        send({ type: "chat.message", properties: { sessionID: id, text }, root: rootOf(id), child: parents.has(id) });
      } catch {}
    },
  };
};
`;
