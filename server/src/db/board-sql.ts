import { sql } from 'kysely'

/** Whether everybody can find `boards bd`, as long as its owner is there. */
export const isPublicBoard = sql<boolean>`(bd.visibility = 'public' and bd.taken_down_at is null)`
