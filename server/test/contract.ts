import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'

/** Every endpoint that the contract exports. */
export async function contractEndpoints(): Promise<EndpointDefinition[]> {
  const folder = path.resolve(import.meta.dirname, '../../contract/src')
  const modules = await Promise.all(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => import(path.join(folder, name)) as Promise<Record<string, unknown>>),
  )
  return modules
    .flatMap((module) => Object.values(module))
    .filter((value): value is EndpointDefinition => {
      const candidate = value as Partial<EndpointDefinition> | null
      return (
        typeof candidate === 'object' &&
        candidate?.method !== undefined &&
        candidate.path !== undefined
      )
    })
}
