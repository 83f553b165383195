import type { Session } from "@maestro/protocol";
import { markOf, whoNeedsYou } from "../sessions/mark.ts";
import { plainText } from "../sessions/plain-text.ts";
import { baseName } from "../sessions/path-words.ts";
import { branchOf, buildTree, byMark, projectRoot, type TreeProject } from "../sessions/tree.ts";
import { nameOf, programOf, stateWords, unsavedMark } from "../sessions/words.ts";
import { AgeText } from "../shell/age-text.tsx";
import { Glyph } from "../shell/glyph.tsx";
import { useQuestion } from "../shell/use-question.ts";
import { ViewHeader } from "../shell/view-header.tsx";
import { openSession, usePage } from "../state/page-store.ts";

/** All sessions at a glance: who needs somebody, then one run of marks for each project. */
export default function Overview() {
  const sessions = usePage((page) => page.view.sessions);
  const waiting = whoNeedsYou(sessions.values());
  const projects = buildTree(sessions.values());
  const words = `${sessions.size} session${sessions.size === 1 ? "" : "s"} in ${projects.length} project${projects.length === 1 ? "" : "s"}`;
  return (
    <section className="view overview" aria-label="Overview">
      <ViewHeader title="Overview" words={words} />
      <div className="view-scroll" tabIndex={0} role="region" aria-label="All sessions">
        {waiting.length > 0 && (
          <ul className="overview-waiting" aria-label="Sessions that need you">
            {waiting.map((session) => (
              <WaitingLine key={session.id} session={session} />
            ))}
          </ul>
        )}
        <ul className="overview-projects" aria-label="Projects">
          {projects.map((project) => (
            <ProjectLine key={project.root} project={project} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function WaitingLine({ session }: { readonly session: Session }) {
  const question = useQuestion(session);
  const mark = markOf(session);
  return (
    <li>
      <button type="button" onClick={() => openSession(session.id)}>
        <Glyph mark={mark} still />
        <strong>
          <bdi>{nameOf(session)}</bdi>
        </strong>
        <span className="aside">{baseName(projectRoot(session))}</span>
        <span className="question">
          <bdi>{question}</bdi>
        </span>
        <span className="unsaved">{unsavedMark(session.blocked_work)}</span>
        <span className={`since ${mark}`}>
          <AgeText since={session.activity_since} />
        </span>
      </button>
    </li>
  );
}

function ProjectLine({ project }: { readonly project: TreeProject }) {
  return (
    <li>
      <strong>
        <bdi>{baseName(project.root)}</bdi>
      </strong>
      <span className="total">{project.sessions.length}</span>
      <span className="marks">
        {byMark(project.sessions).map((session) => (
          <MarkButton key={session.id} session={session} />
        ))}
      </span>
    </li>
  );
}

function MarkButton({ session }: { readonly session: Session }) {
  const words = stateWords(session, Date.now());
  const branch = branchOf(session);
  return (
    <button
      type="button"
      className="mark-button"
      aria-label={`${nameOf(session)}, ${words}`}
      onClick={() => openSession(session.id)}
    >
      <Glyph mark={markOf(session)} still />
      <span className="tip" aria-hidden="true">
        <span>
          <strong>{nameOf(session)}</strong> {programOf(session)}
        </span>
        <span>
          {words}
          {session.activity_detail === null ? "" : ` · ${plainText(session.activity_detail, 60)}`}
        </span>
        {branch !== null && (
          <code>
            {plainText(branch, 60)} {unsavedMark(session.blocked_work)}
          </code>
        )}
      </span>
    </button>
  );
}
