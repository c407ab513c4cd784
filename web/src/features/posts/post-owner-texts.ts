/** The words of editing and deleting a post of one's own. */
export const ownerTexts = {
  editTitle: 'Edit post',
  pictures: 'Alternative texts',
  pictureAlt: (at: number, all: number) =>
    all === 1 ? 'Alternative text' : `Alternative text of file ${at}`,
  save: 'Save changes',
  saving: 'Saving...',
  cancel: 'Cancel',
  saved: 'Changes saved',
  saveFailedTitle: 'Failed to save the post',
  leaveTitle: 'Leave without saving?',
  leaveText: 'Your changes are thrown away.',
  leave: 'Throw them away',
  stay: 'Keep editing',
  deleteTitle: (title: string) => `Delete ${title}?`,
  deleteText: 'The post goes with its comments and files. This action cannot be undone.',
  deleteButton: (title: string) => `Delete ${title}`,
  deleting: 'Deleting...',
  keep: 'Keep the post',
  deleted: 'Post deleted',
  deleteFailedTitle: 'Failed to delete post',
  again: 'Please try again later.',
} as const
