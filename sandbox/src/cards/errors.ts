export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: unknown
  payment_method?: unknown
}

/** An error response in the provider's format. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** Whether to commit what the call wrote: a declined card leaves records behind. */
  readonly keepsWrites: boolean

  constructor(status: number, body: ErrorBody, keepsWrites = false) {
    super(body.message)
    this.status = status
    this.body = body
    this.keepsWrites = keepsWrites
  }

  /** Whether the response is stored under the idempotency key: not for mistakes in the request itself. */
  get isRemembered(): boolean {
    const { code = '' } = this.body
    return this.status !== 401 && !code.startsWith('parameter_') && code !== 'resource_missing'
  }
}

export const invalid = (message: string, more: { code?: string; param?: string } = {}): ApiError =>
  new ApiError(400, { type: 'invalid_request_error', message, ...more })

export const missing = (what: string, id: string, param = 'id', status = 404): ApiError =>
  new ApiError(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  })

export const cardError = (
  failure: { code: string; decline_code?: string; message: string },
  more: Pick<ErrorBody, 'charge' | 'payment_intent' | 'payment_method'> = {},
): ApiError => new ApiError(402, { type: 'card_error', ...failure, ...more }, true)
