interface Pressed {
  key: string
  target: unknown
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  defaultPrevented: boolean
}

/** Whether a key opens the search: ⌘K and Ctrl K everywhere, `/` where nobody types. */
export function opensSearch(event: Pressed): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event
  if (event.defaultPrevented || altKey) return false
  if (key.toLowerCase() === 'k') return ctrlKey !== metaKey && !shiftKey
  // Some keyboards write it with Shift.
  return key === '/' && !ctrlKey && !metaKey && !isTyping(event.target)
}

/** The step of ← and → through a creator's works or a post's files; null when the keys belong to something else. */
export function stepOf(event: Pressed): 'previous' | 'next' | null {
  if (event.defaultPrevented) return null
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null
  if (isTyping(event.target)) return null
  if (event.key === 'ArrowLeft') return 'previous'
  return event.key === 'ArrowRight' ? 'next' : null
}

const TYPED_IN = new Set(['INPUT', 'TEXTAREA', 'SELECT'])

export function isTyping(target: unknown): boolean {
  if (typeof target !== 'object' || target === null || !('tagName' in target)) return false
  return (
    TYPED_IN.has(String(target.tagName)) ||
    ('isContentEditable' in target && target.isContentEditable === true)
  )
}
