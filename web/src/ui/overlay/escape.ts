import { createContext } from 'react'

/** Shuts the dialog around, for what lies over it and hears Escape in its place. Null where there is none. */
export const EscapeContext = createContext<(() => void) | null>(null)
