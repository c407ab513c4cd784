import type { Deps } from './deps.ts'
import type { Env } from './env.ts'
import { findAv } from './gateways/av/find.ts'
import { createAudio } from './gateways/audio/audio.ts'
import { createDocuments } from './gateways/document/documents.ts'
import { createIdentity } from './gateways/identity.ts'
import { createImaging } from './gateways/image/imaging.ts'
import { createMail } from './gateways/mail.ts'
import { createPayments } from './gateways/payments/create.ts'
import { createPurge } from './gateways/purge.ts'
import { createStorage } from './gateways/storage/create.ts'
import { createVideo } from './gateways/video/video.ts'

type Gateways = Pick<
  Deps,
  | 'storage'
  | 'imaging'
  | 'video'
  | 'audio'
  | 'documents'
  | 'identity'
  | 'mail'
  | 'payments'
  | 'purge'
>

/** Every gateway, as the settings name them. Throws an AvError if there is no FFmpeg that Plinth can use. */
export async function createGateways(env: Env): Promise<Gateways> {
  const programs = await findAv(env.programs)
  return {
    storage: await createStorage(env),
    imaging: createImaging(),
    video: createVideo({ programs }),
    audio: createAudio({ programs }),
    documents: createDocuments(),
    identity: createIdentity(env),
    mail: createMail(env.mail),
    payments: createPayments(env.payments),
    purge: createPurge(env.cachePurge),
  }
}

/** Stops what runs beside the app: jobs, live updates, gateways, and the database last. */
export async function closeDeps(deps: Deps): Promise<void> {
  await deps.jobs.stop()
  await deps.live.close()
  deps.mail.close()
  await deps.imaging.close()
  await deps.video.close()
  await deps.audio.close()
  await deps.documents.close()
  await deps.replicas.close()
  await deps.reads.close()
  await deps.probe.close()
  await deps.db.destroy()
}
