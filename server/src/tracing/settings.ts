import type { Reader } from '../reader.ts'

export interface TracingSettings {
  /** Of a collector that speaks OTLP over HTTP, without a slash at its end. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  serviceName: string
  sampler: (typeof SAMPLERS)[number]
  /** The part of all traces that samplers by ratio keep, from 0 to 1. */
  share: number
}

/** As the standard names them, the default first. */
const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const

/** Reads the settings of traces, under the names of OpenTelemetry. */
export function tracingOf({ problems, text, url, choice }: Reader): TracingSettings | null {
  const endpoint = url('OTEL_EXPORTER_OTLP_ENDPOINT', '')
  if (endpoint !== '' && !/^https?:\/\//.test(endpoint))
    problems.push('OTEL_EXPORTER_OTLP_ENDPOINT must start with http:// or https://.')
  const headers = headersOf(text('OTEL_EXPORTER_OTLP_HEADERS', ''))
  if (headers === null)
    problems.push('OTEL_EXPORTER_OTLP_HEADERS must be pairs such as api-key=secret,team=site.')
  const share = Number(text('OTEL_TRACES_SAMPLER_ARG', '1'))
  if (!(share >= 0 && share <= 1))
    problems.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.')
  const settings = {
    endpoint,
    headers: headers ?? {},
    serviceName: text('OTEL_SERVICE_NAME', 'plinth'),
    sampler: choice('OTEL_TRACES_SAMPLER', SAMPLERS),
    share,
  }
  return endpoint === '' ? null : settings
}

/** Reads pairs whose values are percent-encoded, as the standard says; null if they are not. */
function headersOf(text: string): Record<string, string> | null {
  const pairs = text
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => /^\s*([\w-]+)\s*=\s*([\x21-\x7e]+(?: +[\x21-\x7e]+)*)\s*$/.exec(pair))
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        if (pair === null) throw new URIError('no pair')
        const [, name = '', value = ''] = pair
        const decoded = decodeURIComponent(value)
        if (!/^[\x20-\x7e]*$/.test(decoded)) throw new URIError('no value of a header')
        return [name, decoded]
      }),
    )
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
