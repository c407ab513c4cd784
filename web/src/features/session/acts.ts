import type { WriteSearch } from '../../lib/routing/dialog-search.ts'
import type { MemberAct } from './member-act.ts'

/** What a visitor wants who opens a dialog that hires, asks or writes: `opens` is the member's link, `path` the page under it. */
export function dialogAct(
  opens: { search: (before: object) => WriteSearch },
  path: string,
  name: string,
): MemberAct {
  const search = opens.search({})
  const kind = search.hire ? 'hire' : search.message ? 'message' : 'inquire'
  return {
    kind: 'open',
    path: `${path}?${new URLSearchParams({ ...search }).toString()}`,
    name,
    for: kind,
  }
}
