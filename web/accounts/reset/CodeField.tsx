import '@mantine/core/styles/PinInput.layer.css'
import { PinInput } from '@mantine/core'
import { digitsAlone, latinDigits } from '@remis/domain/kit/digits'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ResetPasswordPage.module.css'

interface Props {
  readonly value: string
  readonly fault: string | null
  readonly onChange: (code: string) => void
}

/** Six boxes for the digits of a code; a pasted or autofilled code fills them all. */
export const CodeField = ({ value, fault, onChange }: Props) => {
  const { t } = useTranslation()
  const [boxes, alert] = [useId(), useId()]
  return (
    <fieldset className={classes.code} aria-describedby={alert}>
      <legend className={classes.label}>{t('code_label')}</legend>
      <PinInput
        // without an id the boxes get one after they are drawn, are drawn again as new ones, and lose the focus
        id={boxes}
        className={classes.boxes ?? ''}
        dir="ltr"
        length={6}
        size="lg"
        type={digitsAlone}
        inputType="tel"
        oneTimeCode
        placeholder=""
        value={value}
        error={fault !== null}
        getInputProps={(index) => ({ inputMode: 'numeric', 'aria-label': t('code_digit', { number: index + 1 }) })}
        onChange={(typed) => onChange(latinDigits(typed))}
      />
      <p id={alert} role="alert" className={classes.fault}>
        {fault}
      </p>
    </fieldset>
  )
}
