import { errorsOf } from '@plinth/contract/http/endpoint-errors.ts'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { statusOfCode, type ErrorCode } from '@plinth/contract/http/errors.ts'
import type { FastifyError, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { answerError, toAppError } from './errors.ts'

type ErrorHandler = NonNullable<RouteOptions['errorHandler']>

/**
 * Answers the errors of one endpoint. A code that its contract does not declare is logged, and where `isStrict`
 * answered with 500, so that the call's test fails.
 */
export function declaredErrors(endpoint: EndpointDefinition, isStrict: boolean): ErrorHandler {
  const declared = new Set<ErrorCode>(errorsOf(endpoint))
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const { code } = toAppError(error)
    if (declared.has(code)) {
      answerError(error, request, reply)
      return
    }
    const undeclared = new Error(
      `${endpoint.method} ${endpoint.path} answers ${code}, which its contract does not declare`,
      { cause: error },
    )
    if (!isStrict) request.log.error({ err: undeclared }, 'undeclared error')
    answerError(isStrict ? undeclared : error, request, reply)
  }
}

/** The error answers of an endpoint for the API documentation: by status, with the codes that have it. */
export function documentedErrors(
  endpoint: EndpointDefinition,
): Record<number, { description: string; $ref: string }> {
  const codes = Map.groupBy(new Set(errorsOf(endpoint)), (code) => statusOfCode[code])
  return Object.fromEntries(
    [...codes].map(([status, some]) => [
      status,
      { description: some.map((code) => `\`${code}\``).join(', '), $ref: 'Error#' },
    ]),
  )
}
