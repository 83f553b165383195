/**
 * The process of every pane: it runs the command from a file (any length, and never on a command
 * line that others can read), keeps how it ended, says so behind the last byte, and stays, so that
 * tmux has read everything before the pane goes. Without it tmux 3.3a loses the last kilobytes in
 * about one of a hundred exits under load, and the exit status far more often.
 *
 * A shell tells a signal from an exit code above 128 only by what it says on its standard error
 * ("Killed"), which is why that goes to a file. INT and PIPE are never said: 130 and 141 are taken
 * as signals, as shells do.
 *
 * Arguments: the session's runtime directory, the end mark's nonce.
 */
export const HOLD_SCRIPT = `dir=$1 nonce=$2
exec 3>&2 2>"$dir/said"
trap : INT QUIT
( . "$dir/command" ) 2>&3 3>&-
rc=$?
trap '' INT QUIT TSTP
umask 077
how=exit
case $rc in
130 | 141) how=signal ;;
*) [ "$rc" -gt 128 ] && [ -s "$dir/said" ] && how=signal ;;
esac
printf '%s %s\\n' "$how" "$rc" >"$dir/status"
[ -p "$dir/events" ] && printf 'ended\\n' >"$dir/events"
printf '\\033]7777;%s\\007' "$nonce"
[ -p "$dir/hold" ] && read -r _ <"$dir/hold"
exit "$rc"
`;
