import type { ProjectBox } from '@plinth/contract/projects/project-calls.ts'

/** Named here, and not taken from the contract, whose schemas every first load would bring along. */
const BOXES = ['hiring', 'making', 'closed'] as const satisfies readonly ProjectBox[]

/** Which projects are listed; those that are open when absent. */
export interface ProjectsSearch {
  show?: Exclude<ProjectBox, 'open'>
}

/** Takes what it understands of an address and leaves out the rest; never throws. */
export function readProjectsSearch(raw: Record<string, unknown>): ProjectsSearch {
  const box = BOXES.find((one) => one === raw['show'])
  return box === undefined ? {} : { show: box }
}
