/** What a child process can do: for each kind of task, what it gets and what it answers. */
export type SkillsOf<S> = { [K in keyof S]: (task: never) => Promise<unknown> }

export interface ChildRequest {
  kind: string
  task: unknown
  /** Time on a processor, so that a busy machine makes a thing late and not impossible. */
  cpuMs: number
}

/** `refusal` is a sentence for the file's owner, `fault` the code of an error of this machine. */
export type ChildAnswer = { value: unknown } | { refusal: string } | { fault: string }

/** The child's last words: it ends itself because it has grown past a limit of its own. */
export interface LastWords {
  spent: 'memory' | 'time'
}
