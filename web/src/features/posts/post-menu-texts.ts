/** The words of the menu of a post of one's own. */
export const menuTexts = {
  menu: (title: string) => `Edit or delete ${title}`,
  edit: 'Edit',
  delete: 'Delete',
  receipt: (several: boolean) =>
    several ? 'What happened to the files' : 'What happened to the file',
} as const
