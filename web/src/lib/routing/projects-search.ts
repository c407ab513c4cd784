import type { ProjectBox } from '@plinth/contract/projects/project-calls.ts'

/** Repeated here because importing the contract's list would add its schemas to the first load. */
const BOXES = ['hiring', 'making', 'closed'] as const satisfies readonly ProjectBox[]

/** Which projects are listed; open ones when absent. */
export interface ProjectsSearch {
  show?: Exclude<ProjectBox, 'open'>
}

/** Reads the valid parameters and ignores the rest; never throws. */
export function readProjectsSearch(raw: Record<string, unknown>): ProjectsSearch {
  const box = BOXES.find((one) => one === raw['show'])
  return box === undefined ? {} : { show: box }
}
