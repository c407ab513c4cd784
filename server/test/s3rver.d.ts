declare module 's3rver' {
  import type { RequestListener, Server } from 'node:http'

  /** As much of it as the tests use; the package has no types of its own. */
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string }[]
    })
    httpServer: Server
    run(): Promise<{ port: number }>
    close(): Promise<void>
    callback(): RequestListener
  }
}
