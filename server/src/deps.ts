import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Probe } from './db/presence/probe.ts'
import type { Reads } from './db/reads.ts'
import type { Replicas } from './db/presence/replicas.ts'
import type { DB } from './db/schema.ts'
import type { Writes } from './db/writes.ts'
import type { Env } from './env.ts'
import type { IdentityGateway } from './gateways/identity.ts'
import type { AudioGateway } from './gateways/audio/audio.ts'
import type { DocumentsGateway } from './gateways/document/documents.ts'
import type { ImagingGateway } from './gateways/image/imaging.ts'
import type { MailGateway } from './gateways/mail.ts'
import type { PaymentsGateway } from './gateways/payments/payments.ts'
import type { PurgeGateway } from './gateways/purge.ts'
import type { StorageGateway } from './gateways/storage/storage.ts'
import type { VideoGateway } from './gateways/video/video.ts'
import type { Mount } from './http/mount.ts'
import type { CookieNames, FindViewer } from './http/viewer.ts'
import type { Jobs } from './jobs/queue.ts'
import type { LiveHub } from './live/live.ts'

/** The dependencies of the app. Tests build the same ones as main.ts, without mocks. */
export interface Deps {
  env: Env
  db: Kysely<DB>
  /** For short reads; many requests share its connections. */
  reads: Reads
  /** For frequent writes; of the same connections as `db`. */
  writes: Writes
  /** Where what visitors read may come from. */
  replicas: Replicas
  /** Says whether the database is there. */
  probe: Probe
  jobs: Jobs
  storage: StorageGateway
  imaging: ImagingGateway
  video: VideoGateway
  audio: AudioGateway
  documents: DocumentsGateway
  identity: IdentityGateway
  mail: MailGateway
  payments: PaymentsGateway
  /** Tells a cache in front what to forget; null where none is told. */
  purge: PurgeGateway | null
  /** Pushes events to people who are online. */
  live: LiveHub
  /** The clock for all time limits of the product, so that tests can move it. */
  now: () => Date
  /** Whether visitors get answers that are some seconds old. Tests read what they have just written. */
  keepsAnswers: boolean
  /** Whether the server may fetch this address for a person. Tests allow their own loopback server. */
  mayFetch: (address: string) => boolean
}

/** What each feature gets to mount itself. */
export interface Context {
  app: FastifyInstance
  mount: Mount
  deps: Deps
  cookies: CookieNames
  findViewer: FindViewer
}
