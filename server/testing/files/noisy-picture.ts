import sharp, { type FormatEnum } from 'sharp'

/** A picture with noise, so that no part of the file can be missing without damage. */
export const noisyPicture = (format: keyof FormatEnum, width = 120, height = 80): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .toFormat(format)
    .toBuffer()
