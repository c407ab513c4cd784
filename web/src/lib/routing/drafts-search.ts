/** Parameters of the works that only their creator sees. Drafts when absent. */
export interface DraftsSearch {
  show?: 'scheduled' | 'hidden' | 'binned'
}

export function readDraftsSearch({ show }: Record<string, unknown>): DraftsSearch {
  return show === 'scheduled' || show === 'hidden' || show === 'binned' ? { show } : {}
}
