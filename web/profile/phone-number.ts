import type { MessageKey } from '@remis/domain/messages/english'
import { useSettings } from '../platform/api/settings.ts'

/** Reads a number as it was typed [design/web-136]. */
export const useFullNumber = () => {
  const operator = useSettings() ?? { country: '', restrictCountry: '' }
  return async (typed: string): Promise<string> => {
    const { fullNumber } = await import('../platform/full-number.ts')
    return fullNumber(typed, operator)
  }
}

/**
 * The text of the registration tells to leave the plus out, beside a field for the country that the profile has not.
 */
export const contactText = (key: MessageKey): MessageKey | 'people_mobile_wrong' =>
  key === 'mobile_no_blank_error' ? 'people_mobile_wrong' : key
