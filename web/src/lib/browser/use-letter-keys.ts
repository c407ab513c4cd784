import { useStoredSwitch } from './use-stored-switch.ts'

/**
 * Whether keys of one character do something by themselves. Whoever speaks to their computer turns them off, because
 * words would be taken for keys.
 */
export function useLetterKeys(): [areOn: boolean, set: (areOn: boolean) => void] {
  const [areOff, setOff] = useStoredSwitch('plinth.no-letter-keys')
  return [!areOff, (areOn) => setOff(!areOn)]
}

export const isLetterKey = (key: string): boolean => key.length === 1 && key !== ' '
