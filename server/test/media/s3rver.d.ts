declare module 's3rver' {
  import type { RequestListener, Server } from 'node:http'
  import type { Readable } from 'node:stream'

  export interface FileStore {
    /** The file of an object (`object`), or the folder of unfinished uploads (`uploads`, without a key). */
    getResourcePath(bucket: string, key: string | undefined, resource: string): string
    putObject(object: { bucket: string; key: string }): Promise<{ size: number }>
    putPart(bucket: string, upload: string, part: number, body: Readable): Promise<{ size: number }>
  }

  /** Only what the tests use. The package has no types of its own. */
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string }[]
    })
    httpServer: Server
    store: FileStore
    run(): Promise<{ port: number }>
    close(): Promise<void>
    callback(): RequestListener
  }
}
