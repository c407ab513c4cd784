import type { Call, FaultMode } from '../call.ts'

/** A fault for the next matching calls. `path` is the start of a path, where `*` matches one segment. */
export interface Fault {
  method: string
  path: string
  times: number
  mode: FaultMode
}

export async function scriptFault(call: Call, fault: Fault): Promise<void> {
  await call.db.query('update cards_worlds set faults = faults || $2::jsonb where key = $1', [
    call.world,
    JSON.stringify([fault]),
  ])
}

/** Takes the first scripted fault that matches and uses up one of its times. */
export async function takeFault(
  call: Call,
  { method, path }: { method: string; path: string },
): Promise<FaultMode | null> {
  const { rows } = await call.db.query<{ faults: Fault[] }>(
    'select faults from cards_worlds where key = $1',
    [call.world],
  )
  const faults = rows[0]?.faults ?? []
  const fitting = faults.find((fault) => fault.method === method && fits(fault.path, path))
  if (fitting === undefined) return null
  const rest = faults
    .map((fault) => (fault === fitting ? { ...fault, times: fault.times - 1 } : fault))
    .filter(({ times }) => times > 0)
  await call.db.query('update cards_worlds set faults = $2 where key = $1', [
    call.world,
    JSON.stringify(rest),
  ])
  return fitting.mode
}

function fits(wanted: string, path: string): boolean {
  const parts = path.split('/')
  return wanted.split('/').every((part, index) => part === '*' || part === parts[index])
}
