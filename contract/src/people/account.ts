import { Array as ListOf, Enum, Object as ObjectOf, String as Text, type Static } from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Count, Id, Time, idParams, nullable, entity, exact } from '../http/scalars.ts'

/** An archive can be downloaded for this many days. */
export const EXPORT_DAYS = 7
/** A deleted account can be restored for this many days. */
export const UNDO_DAYS = 30
/** Where signing in to a deleted account leads. */
export const RESTORE_PATH = '/api/account/restore'
/** The page that people see after they have deleted their account. */
export const GOODBYE_PATH = '/api/account/goodbye'

/** Everything that somebody made, as one zip of JSON and the original files. */
export const AccountExport = entity('AccountExport', {
  id: Id,
  state: Enum(['waiting', 'ready', 'failed']),
  /** Null until it is ready. */
  bytes: nullable(Count),
  /** Path of the archive, for its owner alone; null until it is ready. */
  url: nullable(Text()),
  createdAt: Time,
  /** When the archive is deleted. */
  expiresAt: nullable(Time),
})
export type AccountExport = Static<typeof AccountExport>

export const requestExport = defineEndpoint({
  method: 'POST',
  path: '/api/account/export',
  access: 'member',
  fresh: true,
  summary: 'Have everything one made packed up. One a day.',
  status: 202,
  response: AccountExport,
})

export const listExports = defineEndpoint({
  method: 'GET',
  path: '/api/account/exports',
  access: 'member',
  summary: 'The caller’s archives that can be had or are being made, the newest first.',
  response: ListOf(AccountExport),
})

export const getExport = defineEndpoint({
  method: 'GET',
  path: '/api/account/exports/:id',
  access: 'member',
  summary: 'One of the caller’s archives.',
  params: ObjectOf(idParams),
  response: AccountExport,
  errors: ['not_found'],
})

/** The download link of an archive. */
export const exportFileUrl = (id: string): string => `/api/account/exports/${id}/archive.zip`

export const deleteAccount = defineEndpoint({
  method: 'DELETE',
  path: '/api/account',
  access: 'member',
  fresh: true,
  summary:
    'Delete the caller’s account. It disappears at once; signing in within 30 days restores it. Refused while money is held.',
  status: 202,
  response: exact({
    /** Until then signing in offers to restore it. */
    purgedAfter: Time,
  }),
  errors: ['conflict'],
})
