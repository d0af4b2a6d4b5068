/** URLs that a browser may load. Word processors paste file paths of the local disk. */
export const isPictureAddress = (src: string): boolean => /^(https?:\/\/|\/(?!\/))/.test(src);
