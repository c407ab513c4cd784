import type { MouseEvent } from 'react'

/** How a trigger was pressed before its list had come; null when it was not. */
export type EarlyPress = 'key' | 'pointer' | null

export const pressOf = ({ detail }: MouseEvent): EarlyPress => (detail === 0 ? 'key' : 'pointer')
