import { v7 } from 'uuid'

/** A UUIDv7: hard to guess, and sorted by time, so that new rows stay close together in an index. */
export const newId = (): string => v7()
