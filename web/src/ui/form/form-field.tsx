import type { ReactNode } from 'react'
import {
  Controller,
  type Control,
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
} from 'react-hook-form'
import { Field, type ControlProps, type FieldProps } from './field.tsx'

interface FormFieldProps<F extends FieldValues, N extends FieldPath<F>> extends Omit<
  FieldProps,
  'error' | 'children'
> {
  control: Control<F>
  name: N
  /** Renders the control. Spread both on it: `aria` links it to its label, `field` binds its value. */
  children: (aria: ControlProps, field: ControllerRenderProps<F, N>) => ReactNode
}

/** A field bound to a form. It shows the form's error for it. */
export const FormField = <F extends FieldValues, N extends FieldPath<F>>({
  control,
  name,
  children,
  ...words
}: FormFieldProps<F, N>) => (
  <Controller
    control={control}
    name={name}
    render={({ field, fieldState }) => (
      <Field {...words} error={fieldState.error?.message}>
        {(aria) => children(aria, field)}
      </Field>
    )}
  />
)
