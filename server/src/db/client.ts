import type { Socket } from 'node:net'
import pg from 'pg'
import { hasOwnLimit } from './timeouts.ts'

/** A little more than the database itself gives a statement: what takes longer will not be answered. */
const ANSWER_MS = 11_000

/** The database took a statement and did not answer. Whether it did what it was told is not known. */
export class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT'
}

/** The socket of a client, for what pg does not offer: to cork it and to cut it off. */
export const socketOf = (client: pg.ClientBase): Socket => connectionOf(client).stream

/** What a client hears from its server, message by message. */
export const connectionOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: NodeJS.EventEmitter & { stream: Socket } }).connection

/**
 * Cuts its connection off when statements wait on it and the database has answered none for `answerMs`. A database that
 * is stopped or unreachable ends no statement, and TCP takes it for an idle one. Everything that waits on the connection
 * fails with `NoAnswer`, and the pool throws the connection away, so no late answer can reach somebody else.
 *
 * pg's `query_timeout` has a clock for each statement: where many share a connection, one would fail because those before
 * it took long, and take all others with it.
 */
export class LimitedClient extends pg.Client {
  protected answerMs = ANSWER_MS
  #silence: NodeJS.Timeout | null = null
  /** Whether the open transaction has set a longer limit at the database, as background work does. */
  #isOwnLimit = false

  constructor(config?: pg.ClientConfig) {
    super(config)
    connectionOf(this).on('readyForQuery', () => this.#silence?.refresh())
    this.on('drain', () => this.#stop())
    this.on('end', () => this.#stop())
  }

  // The overloads of `query` cannot be repeated here, so the arguments are passed on unchanged.
  override query(...args: unknown[]): never {
    const text = textOf(args[0])
    if (hasOwnLimit(text)) this.#isOwnLimit = true
    else if (BOUNDARY.test(text)) this.#isOwnLimit = false
    if (this.#isOwnLimit) this.#stop()
    else this.#silence ??= setTimeout(() => this.#giveUp(), this.answerMs).unref()
    return (super.query as (...all: unknown[]) => never)(...args)
  }

  #stop(): void {
    if (this.#silence !== null) clearTimeout(this.#silence)
    this.#silence = null
  }

  #giveUp(): void {
    this.#silence = null
    const seconds = this.answerMs / 1_000
    socketOf(this).destroy(new NoAnswer(`The database has not answered for ${seconds} seconds.`))
  }
}

/** Where a transaction begins or ends. */
const BOUNDARY = /^(?:begin|start transaction|commit$|rollback$)/

/** For jobs: nobody waits for them, and theirs may take long. */
export class PatientClient extends LimitedClient {
  protected override answerMs = 60_000
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const { text } = statement as { text?: unknown }
  return typeof text === 'string' ? text : ''
}
