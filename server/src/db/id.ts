import { v7 } from 'uuid'

/** UUIDv7: made here, unguessable, and in order of time, so that new rows stay together in an index. */
export const newId = (): string => v7()
