/** What people change at the end of a file's name from version to version. */
const CHANGING = /(?:[\s_.()-]|\d|version|ver|v|rev|r|draft|final|new|copy|edit|updated?)+$/

/**
 * A file's name without what changes from version to version: `Label_v2 (final).png` and `label.jpg` are both `label`.
 * The same as `version_stem` in the database, which binds versions, so that a page can say beforehand what it will do.
 */
export function versionStem(fileName: string): string {
  const name = fileName.toLowerCase()
  return name.replace(/\.[^.]{1,10}$/, '').replace(CHANGING, '') || name
}
