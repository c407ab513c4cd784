/** Named here, and not taken from the contract, whose schemas every first load would bring along. */
const TABS = ['content', 'actions'] as const

export interface AdminSearch {
  /** User management when absent. */
  tab?: (typeof TABS)[number]
  /** Of content: posts when absent. */
  kind?: 'works'
  /** Which of the list's filters, or which queue of Quick Actions; the first when absent. */
  list?: string
  /** What is searched for. */
  q?: string
  /** What is open beside the list. */
  item?: string
  /** Which part of a queue: what waits when absent. */
  state?: string
  /** Of the audit log: one action, and its first and last day. */
  action?: string
  since?: string
  until?: string
  /** Where the page of people begins, and the place of its first one. */
  after?: string
  from?: number
}

/** Takes what it understands of an address and leaves out the rest; never throws. */
export function readAdminSearch(raw: Record<string, unknown>): AdminSearch {
  const tab = TABS.find((one) => one === raw['tab'])
  const text = (name: string) => {
    const value = raw[name]
    // An address gives a figure where somebody searches for one.
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

/** The same place with nothing open beside the list. */
export const withoutItem = ({ item: _item, ...rest }: AdminSearch): AdminSearch => rest
