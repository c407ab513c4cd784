import { listPartitioned } from '../../db/partitions.ts'
import type { Deps } from '../../deps.ts'
import { readDisk } from '../../gateways/disk.ts'
import { countUnreadyMedia, watchMoney } from './measure-queries.ts'

/** How Plinth is doing. The metrics and the console's page on health read the same. */
export type OperatingView = ReturnType<typeof operatingView>

export const operatingView = ({ db, env, jobs }: Pick<Deps, 'db' | 'env' | 'jobs'>) => ({
  disk: once(() => readDisk(env.dataDir)),
  depths: once(() => jobs.depths()),
  media: once(() => countUnreadyMedia(db)),
  money: once(() => watchMoney(db)),
  partitions: once(() => listPartitioned(db)),
})

/** Shares one read between several metrics, and with requests within the next second. `isNew` reads again. */
function once<T>(read: () => Promise<T>): (how?: { isNew: boolean }) => Promise<T> {
  let last: Promise<T> | null = null
  return ({ isNew } = { isNew: false }) => {
    if (isNew) return read()
    last ??= read().finally(() => setTimeout(() => (last = null), 1_000).unref())
    return last
  }
}
