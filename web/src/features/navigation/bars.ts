import { createContext, type ReactNode } from 'react'

/** Puts the members' bars around a screen. Only their part of the web loads them; null for visitors. */
export const MemberBarsContext = createContext<
  ((screen: { isCreator: boolean; children: ReactNode }) => ReactNode) | null
>(null)
