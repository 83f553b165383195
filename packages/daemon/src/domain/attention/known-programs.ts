const SHELLS = new Set(
  "sh bash zsh fish dash ksh mksh ash tcsh csh nu elvish xonsh pwsh rbash busybox".split(" "),
);

const PASS_THROUGH = new Set(
  "ssh mosh mosh-client autossh telnet docker podman nerdctl kubectl oc lxc machinectl nsenter chroot sudo doas su runuser tmux screen zellij script expect".split(
    " ",
  ),
);

/** A shell at its prompt waits for nobody in particular. */
export function isShell(program: string): boolean {
  return SHELLS.has(program.replace(/^-/, ""));
}

/**
 * Programs behind which another one runs that cannot be seen from here: whether that one waits is
 * anybody's guess, and a shell on the other side would be taken for an agent with a question.
 */
export function isPassThrough(program: string): boolean {
  return PASS_THROUGH.has(program.replace(/:.*$/, ""));
}
