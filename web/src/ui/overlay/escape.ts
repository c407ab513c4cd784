import { createContext } from 'react'

/** Closes the surrounding dialog, for something above it that receives Escape instead. Null outside dialogs. */
export const EscapeContext = createContext<(() => void) | null>(null)
