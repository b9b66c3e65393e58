// Turns a remote's address into the https address of the forge that it names.
// It asks nobody, and what is not plainly a host and a path has no forge.

/**
 * The https address of a forge from a remote's address: without user, password, port of ssh, and `.git`.
 * Null for a path, a bundle, or anything that is not plainly a host and a path.
 */
export function forgeOf(remote: string): string | null {
  const scp = /^(?:[^@/\s]+@)?([A-Za-z0-9.-]{2,}):(?!\/\/)(.+)$/.exec(remote);
  let host: string;
  let path: string;
  if (scp !== null && !/^[A-Za-z]:/.test(remote)) {
    host = scp[1]!;
    path = scp[2]!;
  } else {
    if (!/^(?:https?|ssh|git|git\+ssh):\/\//.test(remote) || !URL.canParse(remote)) return null;
    // Of other schemes than http, a URL keeps its host as written; the scheme is replaced to have it checked.
    const url = new URL(remote.replace(/^[a-z+]+:/, "https:"));
    host = /^https?:/.test(remote) ? url.host : url.hostname;
    path = url.pathname;
  }
  const trimmed = path.replace(/^\/+|\/+$/g, "").replace(/\.git$/, "");
  if (!/^[A-Za-z0-9.-]+(?::\d+)?$/.test(host) || !/^[\w.~%+-]+(?:\/[\w.~%+-]+)*$/.test(trimmed)) return null;
  return `https://${host.toLowerCase()}/${trimmed}`;
}
