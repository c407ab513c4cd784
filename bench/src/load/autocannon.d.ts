/** The part of autocannon 9 that is used here; the package brings no types. */
declare module 'autocannon' {
  export interface Request {
    path: string
    method?: string
  }
  export interface Client {
    setRequests: (requests: readonly Request[]) => void
  }
  export interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    /** Seconds. */
    timeout?: number
    headers?: Record<string, string>
    requests?: readonly Request[]
    setupClient?: (client: Client) => void
  }
  export interface Result {
    requests: { average: number; total: number }
    /** Milliseconds. */
    latency: { p50: number; p99: number; max: number }
    non2xx: number
    errors: number
    timeouts: number
    /** Seconds. */
    duration: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
