/** Texts of what new works and files start with. */
export const rightsTexts = {
  line: 'What they start with. Each work can say otherwise.',
  origin: 'How you make your works',
  originLine: 'Chosen for each new work. For AI-assisted works you still say which parts.',
  unsaid: 'Not said yet',
  reserve: 'Keep new works out of AI training',
  reserveLine:
    'A request to crawlers, on the page and in the pictures we make of your files. Your posts follow this, too.',
  all: 'Use this for all my works',
  changing: 'Changing...',
  allReserved: 'All your works are kept out of AI training',
  allFree: 'None of your works is kept out of AI training',
  allLine: 'Their pictures follow within a few minutes.',
  name: 'Remove my name from files',
  nameLine:
    'Author, copyright and credit stay in the pictures you send, unless you turn this on. For files you send from now on.',
  saveFailed: 'Your choice was not saved.',
} as const
