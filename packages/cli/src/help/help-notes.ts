/** What a verb's help says below its options, by the verb; the program's own is the empty name. */
export const HELP_NOTES: Readonly<Record<string, string>> = {
  "": `
A verb that needs the daemon starts it. Sessions outlive it: they go on when it
stops, crashes or is replaced, and the next one finds them.

A session is named by its id, by a beginning that no other id has, or by a name
that no other session has.

Examples:
  maestro up                              start, and get a link for the browser
  maestro new -n fix -w fix-1 -- claude   an agent in a worktree of its own
  maestro ls                              who waits for you
  maestro attach fix                      its terminal here; Ctrl-\\ leaves it
  maestro kill fix                        end it, unless work would be lost
  maestro completion bash                 print what makes Tab complete all this

Exit codes:
  0 done, 1 failed, 2 not understood, 3 no such session or thing,
  4 refused because of unsaved work, 5 no daemon, 124 time-out of a wait

Environment:
  MAESTRO_STATE_DIR   where the daemon keeps its state
  NO_COLOR            print without colours

Files:
  ~/.config/maestro/config.toml   the configuration, see: maestro config
  ~/.local/state/maestro          sessions, the daemon's log, its socket`,
  up: `
The link signs one browser in, once, and ends after ten minutes; get another by:
maestro open. To have the daemon started with every login: maestro service.`,
  down: `
To end the sessions too, end them first: maestro kill.`,
  doctor: `
Starts and changes nothing. Ends with 1 where something keeps maestro from
working.`,
  new: `
Prints the session's id. Options of the command stand behind --.

Examples:
  maestro new                               your shell, here
  maestro new -C ~/shop -n tests -- make -k test
  maestro new -w fix-1 -- claude            on the new branch fix-1
  maestro new --prompt "fix the flaky test" -- claude
  maestro new -w fix-2 --base origin/dev -- codex
  maestro new -w old --existing -a          a shell on a branch that exists
  maestro new -c 'make 2>&1 | tee log'      a shell line`,
  attach: `
What was on the screen is shown first, then every byte as it comes. The terminal
is as it was when you leave. Attaching a session from inside itself is refused.

With --tmux it is plain tmux, keys and all: Ctrl-b d leaves. The size stays what
the clients of the daemon made it; windows and splits made there are yours, and
the session ends when its own pane does.`,
  screen: `
Of a session that has ended it is the last screen.

Example:
  maestro screen fix --scrollback 100 | grep -i error`,
  send: `
Examples:
  maestro send fix "run the tests again"
  git diff | maestro send fix -
  maestro send fix --no-submit y
  maestro send fix --wait "run the tests" && maestro changes fix

With --wait it ends when the agent's turn is over, or when it asks something.`,
  wait: `
Ends with 124 when the time is up, and with 1 where a session has ended and what
is waited for cannot come any more. Without --for it waits until nothing works.

Examples:
  maestro wait fix --timeout 600
  maestro wait fix docs --any --for awaiting_input,error
  maestro wait tests --for dead`,
  why: `
What the agent reports counts more than its title and its screen, and those more
than what its processes do.`,
  resume: `
Without its conversation a session's command runs anew, and that is said.

Examples:
  maestro resume fix
  maestro resume --all     after the machine was started again`,
  focus: `
Examples:
  maestro focus next
  maestro focus next --print`,
  kill: `
Where something in the worktree would be lost, nothing happens: it is said what,
and the code is 4. A clean worktree is removed; its branch stays. With --force a
worktree that holds work stays on disk, and is listed by: maestro worktrees.
A session that has ended is dismissed from the list in the same way.`,
  report: `
For agents that have no hooks, and for scripts:

  maestro report active --detail "migrating"
  maestro report awaiting_input --detail "Deploy?"`,
  hook: `
Meant for the agents' own configuration, see: maestro hooks.`,
  hooks: `
With hooks an agent says itself whether it works, waits or rests. Most agents
are given theirs when maestro starts them; the others need a line in a file of
yours, which is shown before it is written.`,
  changes: `
Committed or not: the whole difference to the commit that the worktree began at.`,
  worktrees: `
A worktree that was left behind is there because it held work when its session
ended, or because it could not be removed. Reclaiming refuses as long as it
holds work; with --force its whole state is saved in the repository first,
under a ref that only forget drops.

Examples:
  maestro worktrees
  maestro worktrees reclaim --force ~/.local/share/maestro/worktrees/shop/fix-1
  maestro worktrees rescued`,
  config: `
Keys that are not set have their defaults. The daemon reads the file when it
starts.

Examples:
  maestro config
  maestro config set scrollback_lines 5000`,
  completion: `
bash, in ~/.bashrc:  eval "$(maestro completion bash)"
zsh, in ~/.zshrc:    eval "$(maestro completion zsh)"  (after compinit)
fish, once:  maestro completion fish >~/.config/fish/completions/maestro.fish`,
  service: `
On Linux it is a unit of your own systemd, on macOS an agent of launchd.
Stopping it stops the daemon alone: sessions go on. It gets the PATH, the
locale and the XDG directories of the shell that installs it. Other variables
that agents need, keys for instance, are passed on by: maestro new -e NAME

systemd ends all that a user runs with the last logout, sessions included,
unless told once: loginctl enable-linger

Examples:
  maestro service install --now
  maestro service uninstall --now`,
};
