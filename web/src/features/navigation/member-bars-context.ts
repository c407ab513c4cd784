import { createContext, type ComponentType, type ReactNode } from 'react'

/** The members' bars, which only their part of the web loads. */
export const MemberBarsContext = createContext<ComponentType<{
  isCreator: boolean
  children: ReactNode
}> | null>(null)
