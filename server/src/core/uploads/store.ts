import type { Readable } from 'node:stream'
import { DataStore, Upload } from '@tus/server'
import { notFound, orNotFound } from '../../http/errors.ts'
import type { MediaDeps } from '../media/objects.ts'
import type { UploadLocks } from './locks.ts'
import { metadataOf, purposeOf, targetOf, type UploadPurposes } from './purpose.ts'
import type { Staging } from './staging.ts'
import {
  deleteUpload,
  findUpload,
  insertUpload,
  touchUpload,
  type UploadKey,
} from './upload-queries.ts'

export interface StoreDeps extends Pick<MediaDeps, 'db' | 'env'> {
  staging: Staging
  purposes: UploadPurposes
  locks: UploadLocks
}

/**
 * The tus data store for one person's uploads. The row holds an upload's length, and its bytes in the staging are
 * its offset; neither is stored twice, so they cannot disagree after a crash. (tus' own file store keeps a second file for each
 * upload, hides why a write failed and responds before the bytes are on disk.)
 */
export class UploadStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination']
  /** The upload that this request has created. */
  createdId: string | null = null
  readonly #deps: StoreDeps
  readonly #ownerId: string

  constructor(deps: StoreDeps, ownerId: string) {
    super()
    this.#deps = deps
    this.#ownerId = ownerId
  }

  #keyOf(id: string): UploadKey {
    return { id, ownerId: this.#ownerId }
  }

  override async create(upload: Upload): Promise<Upload> {
    const { purposes } = this.#deps
    const { projectId, caseId } = targetOf(upload.metadata)
    const created = {
      ...this.#keyOf(upload.id),
      fileName: upload.metadata?.filename ?? '',
      bytes: upload.size ?? 0,
      projectId,
    }
    const purpose = purposeOf(purposes, created)
    if (created.bytes > purpose.maxBytes) throw purpose.tooLarge()
    await this.#deps.db.transaction().execute(async (trx) => {
      if (caseId !== null) await purposes.admitEvidence(trx, { ...created, caseId })
      await purpose.admit(trx, created)
      await insertUpload(trx, created)
    })
    this.createdId = upload.id
    return upload
  }

  /** A finished upload reports all bytes received, so a client that lost the last response need not send them again. */
  override async getUpload(id: string): Promise<Upload> {
    const row = orNotFound(await findUpload(this.#deps.db, this.#keyOf(id)))
    return new Upload({
      id,
      size: row.bytes,
      offset: row.is_finished ? row.bytes : await this.#deps.staging.received(id),
      metadata: metadataOf({ fileName: row.file_name, projectId: row.project_id, caseId: null }),
      creation_date: row.created_at.toISOString(),
    })
  }

  /** Returns the new offset. Bytes reported as received survive a power cut. */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const key = this.#keyOf(id)
    if (!(await touchUpload(this.#deps.db, key))) throw notFound()
    const { locks, staging } = this.#deps
    return staging.append(key, source, { offset, onBytes: () => locks.moved(key) })
  }

  override async remove(id: string): Promise<void> {
    if (!(await deleteUpload(this.#deps.db, this.#keyOf(id)))) throw notFound()
    await this.#deps.staging.remove(id)
  }
}
