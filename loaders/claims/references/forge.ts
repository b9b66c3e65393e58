// Says whether two addresses are of one repository on one forge. It asks nobody: a repository that was renamed or moved is
// another one here.

/**
 * Whether what prose names is this repository: `github.com/owner/name`, `owner/name` or `owner` alone. Null where no
 * remote says which repository this is.
 */
export function isSameForge(named: string, forge: string | null): boolean | null {
  if (forge === null) return null;
  const bare = named
    .toLowerCase()
    .replace(/^www\./, "")
    .replace(/\.git$/, "");
  if (bare === forge) return true;
  const [, ...parts] = forge.split("/");
  return bare === parts.join("/") || bare === parts[0];
}
