/** Parameters of the boards' index. Both parts when absent. */
export interface BoardsSearch {
  show?: 'own' | 'shared'
}

export function readBoardsSearch({ show }: Record<string, unknown>): BoardsSearch {
  return show === 'own' || show === 'shared' ? { show } : {}
}

/** Parameters of a board. Everything on it when absent. */
export interface BoardSearch {
  show?: 'noted' | 'against'
  /** The work whose dialog is open. */
  work?: string
}

export function readBoardSearch({ show, work }: Record<string, unknown>): BoardSearch {
  return {
    ...(show === 'noted' || show === 'against' ? { show } : {}),
    ...(typeof work === 'string' && work !== '' ? { work } : {}),
  }
}
