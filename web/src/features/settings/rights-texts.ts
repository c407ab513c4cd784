/** Texts of what new works and files start with. */
export const rightsTexts = {
  line: 'Every new work starts with these answers. You can change them for each work.',
  origin: 'How you make your works',
  originLine: 'We fill this in for new works. For AI-assisted works, you still say which parts.',
  unsaid: 'Not said yet',
  reserve: 'Keep new works out of AI training',
  reserveLine:
    'A request to crawlers, on the page and in the pictures we make of your files. Your posts follow this, too.',
  all: 'Use this for all my works',
  changing: 'Changing...',
  allReserved: 'All your works now ask to be kept out of AI training',
  allFree: 'None of your works asks to be kept out of AI training now',
  allLine: 'Their pictures change within a few minutes.',
  name: 'Remove my name from files',
  nameLine:
    'Your pictures, videos and sounds keep author, copyright and credit unless you turn this on. It applies to files you upload from now on. PDFs and documents always stay as they are.',
  saveFailed: 'We couldn’t save your choice. Try again.',
} as const
