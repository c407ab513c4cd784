const KEY = 'plinth.letter-keys'

/**
 * Whether keys of one character do something by themselves. Whoever speaks to their computer turns them off, because
 * words would be taken for keys. Read at each press, so that the switch needs to tell nobody.
 */
export function areLetterKeysOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

export function setLetterKeys(areOn: boolean): void {
  try {
    localStorage.setItem(KEY, areOn ? 'on' : 'off')
  } catch {
    // Where the browser keeps nothing, they stay on.
  }
}

/** Whether a key is one of those, and they are turned off. */
export const isSilent = (key: string): boolean =>
  key.length === 1 && key !== ' ' && !areLetterKeysOn()
