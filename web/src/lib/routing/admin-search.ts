/** Repeated here because importing the contract's list would add its schemas to the first load. */
const TABS = ['content', 'actions'] as const

export interface AdminSearch {
  /** User management when absent. */
  tab?: (typeof TABS)[number]
  /** On the content tab: posts when absent. */
  kind?: 'works'
  /** The list's filter, or the queue of Quick Actions; the first when absent. */
  list?: string
  /** The search text. */
  q?: string
  /** The item open beside the list. */
  item?: string
  /** Which part of a queue: waiting items when absent. */
  state?: string
  /** In the audit log: one action, and the first and last day. */
  action?: string
  since?: string
  until?: string
  /** Where the page of people begins, and the position of its first row. */
  after?: string
  from?: number
}

/** Reads the valid parameters and ignores the rest; never throws. */
export function readAdminSearch(raw: Record<string, unknown>): AdminSearch {
  const tab = TABS.find((one) => one === raw['tab'])
  const text = (name: string) => {
    const value = raw[name]
    // The router reads `?q=1984` as a number.
    const words = typeof value === 'number' ? String(value) : value
    return typeof words === 'string' && words !== '' ? { [name]: words.slice(0, 300) } : {}
  }
  const { from } = raw
  const isPlace = typeof from === 'number' && Number.isSafeInteger(from) && from > 1
  return {
    ...(tab === undefined ? {} : { tab }),
    ...(raw['kind'] === 'works' ? { kind: 'works' } : {}),
    ...text('list'),
    ...text('q'),
    ...text('item'),
    ...text('state'),
    ...text('action'),
    ...text('since'),
    ...text('until'),
    ...text('after'),
    ...(isPlace ? { from } : {}),
  }
}

/** The same list with no item open. */
export const withoutItem = ({ item: _item, ...rest }: AdminSearch): AdminSearch => rest
