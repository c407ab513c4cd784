import { ImagePlus } from 'lucide-react'
import { IMAGE_TYPES } from '@plinth/contract/media/file-types.ts'
import { buttonVariants, type ButtonVariants } from '../../../ui/actions/button-variants.ts'
import { ChooseFile } from '../../../ui/form/choose-file.tsx'
import { pictureTexts as texts } from './picture-texts.ts'

/** By type and extension, as some systems know no type for a TIFF. The server decides by content. */
const ACCEPTED = Object.entries(IMAGE_TYPES)
  .flatMap(([type, { extension }]) => [type, `.${extension}`])
  .join(',')

interface AddPicturesProps {
  variant: ButtonVariants['variant']
  onFiles: (files: Iterable<File>) => void
}

/** Chooses pictures for a board. */
export const AddPictures = ({ variant, onFiles }: AddPicturesProps) => (
  <ChooseFile accept={ACCEPTED} multiple className={buttonVariants({ variant })} onFiles={onFiles}>
    <ImagePlus size={18} aria-hidden />
    {texts.add}
  </ChooseFile>
)
