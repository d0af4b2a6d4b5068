import { useQuery } from '@tanstack/react-query';
import { asFailure } from '@/shared/api/failures';
import { signedAddress } from '@/shared/api/file-address';
import type { FormBucket } from '@/shared/api/upload-file';

/** A signed address of a private file, made when it is shown and forgotten when it no longer is. */
export const useFileAddress = (bucket: FormBucket, path: string) =>
  useQuery({
    queryKey: ['file-address', bucket, path],
    queryFn: () => signedAddress(bucket, path),
    staleTime: Infinity, // a new address would load the picture again
    gcTime: 0,
    retry: (count, error) => !isFileGone(error) && count < 2,
  });

/** Whether the file is no longer there. */
export const isFileGone = (error: unknown): boolean => asFailure(error).code === 'NoSuchKey';
