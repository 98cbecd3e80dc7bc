/*
 * Boot sector: reads the payload that image.ld puts behind it, enters long mode with AVX switched
 * on, and calls kernel_main; Intel Software Developer's Manual, volume 3, initialisation of IA-32e
 * mode, and volume 1, enabling the XSAVE feature set.
 */
#define PAGE_PML4 0x1000
#define PAGE_PDPT 0x2000
#define PAGE_PD   0x3000
#define PRESENT_WRITABLE 0x03
#define LARGE_PAGE       0x80
#define CR0_PE_ET_NE_PG  0x80000031
#define CR0_MP           0x02
#define CR4_PAE_OSFXSR_OSXMMEXCPT_OSXSAVE 0x40620
#define MSR_EFER     0xc0000080
#define EFER_LME     0x100
#define XCR0_X87_SSE_AVX 7
#define CHUNK_SECTORS 64 /* image.ld counts the payload in these; at 32 KiB none crosses 64 KiB */

        .section .boot, "ax"
        .code16
        .globl _start
_start:
        xorw    %ax, %ax
        movw    %ax, %ds
        movw    %ax, %es
        movw    %ax, %ss
        movw    $_start, %sp
        cld

        /* dl still holds the drive that the BIOS booted from. */
        movw    $payload_chunks, %bp
read:
        movb    $0x42, %ah
        movw    $packet, %si
        int     $0x13
        jc      stop
        addw    $(CHUNK_SECTORS * 512 / 16), packet_segment
        addw    $CHUNK_SECTORS, packet_sector
        decw    %bp
        jnz     read

        /* From here on no interrupt has a handler: a fault ends the emulation. */
        cli
        inb     $0x92, %al /* address line 20 */
        orb     $2, %al
        outb    %al, $0x92

        /* Mapped one to one, in pages of 2 MiB: the first for this code, the third for the test
           data. The holes around it make every access beyond it a fault; kernel.c needs that. */
        xorw    %ax, %ax
        movw    $PAGE_PML4, %di
        movw    $((PAGE_PD + 0x1000 - PAGE_PML4) / 2), %cx
        rep stosw
        movw    $(PAGE_PDPT | PRESENT_WRITABLE), PAGE_PML4
        movw    $(PAGE_PD | PRESENT_WRITABLE), PAGE_PDPT
        movw    $(LARGE_PAGE | PRESENT_WRITABLE), PAGE_PD
        movl    $(2 * 0x200000 | LARGE_PAGE | PRESENT_WRITABLE), PAGE_PD + 2 * 8

        movl    $CR4_PAE_OSFXSR_OSXMMEXCPT_OSXSAVE, %eax
        movl    %eax, %cr4
        movl    $PAGE_PML4, %eax
        movl    %eax, %cr3
        movl    $MSR_EFER, %ecx
        rdmsr
        orl     $EFER_LME, %eax
        wrmsr
        lgdtl   gdt_pointer
        movl    $(CR0_PE_ET_NE_PG | CR0_MP), %eax
        movl    %eax, %cr0
        ljmpl   $(gdt_code - gdt), $long_mode

        .code64
long_mode:
        /* Data segments are not used in long mode; the null selector will do for all of them. */
        xorl    %eax, %eax
        movl    %eax, %ds
        movl    %eax, %es
        movl    %eax, %ss
        xorl    %ecx, %ecx
        xorl    %edx, %edx
        movl    $XCR0_X87_SSE_AVX, %eax
        xsetbv
        movl    $stack_top, %esp
        call    kernel_main
stop:
        hlt
        jmp     stop

        .balign 8
gdt:
        .quad   0
gdt_code:
        .quad   0x00209a0000000000 /* 64-bit code, present, ring 0 */
gdt_pointer:
        .word   gdt_pointer - gdt - 1
        .long   gdt

        .balign 4
packet: /* of the BIOS's extended read */
        .byte   16, 0
        .word   CHUNK_SECTORS
        .word   0
packet_segment:
        .word   0x1000 /* image.ld's address of the payload */
packet_sector:
        .quad   1

        /* The bytes of kernel.c's messages, made by run. */
        .section .rodata
        .globl message_pool
message_pool:
        .incbin "pool.bin"

        .section .note.GNU-stack, "", @progbits
